import { expect, test } from 'vitest';
import { outcome, succeeded } from '../testing/messages.ts';
import type { ParameterValue, PipelineDocument } from './pipeline-document.ts';
import { substituteParameters } from './substitute-parameters.ts';

const PARAMETERS: ReadonlyMap<string, ParameterValue> = new Map<string, ParameterValue>([
  ['TOPIC', 'bids'],
  ['RATE', 100],
  ['ON', true],
]);

function documentWith(config: unknown): PipelineDocument {
  return {
    name: 'p',
    parameters: PARAMETERS,
    nodes: new Map([['a', { type: 'x', config, onError: 'port' }]]),
    edges: [],
    settings: {},
  };
}

test.each<readonly [unknown, unknown]>([
  [`\${TOPIC}`, 'bids'],
  [`raw-\${TOPIC}-\${RATE}`, 'raw-bids-100'],
  [`\${RATE}`, 100],
  [`\${ON}`, true],
  [`$\${TOPIC}`, `\${TOPIC}`],
  ['$TOPIC {TOPIC}', '$TOPIC {TOPIC}'],
  [
    { list: [`\${TOPIC}`, 3, null], [`\${TOPIC}`]: 1 },
    { list: ['bids', 3, null], [`\${TOPIC}`]: 1 },
  ],
])('%j becomes %j', (config, expected) => {
  expect(succeeded(substituteParameters(documentWith({ config }))).nodes.get('a')?.config).toEqual({
    config: expected,
  });
});

test('a value from the environment wins and keeps the type; others are passed over', () => {
  const overrides = new Map([
    ['TOPIC', 'test'],
    ['RATE', '-2.5'],
    ['ON', 'false'],
    ['PATH', '/bin'],
  ]);
  const config = { texts: `\${TOPIC}`, numbers: `\${RATE}`, switches: `\${ON}` };
  const document = succeeded(substituteParameters(documentWith(config), overrides));
  expect(document.nodes.get('a')?.config).toEqual({ texts: 'test', numbers: -2.5, switches: false });
  expect(document.parameters.get('RATE')).toBe(-2.5);
});

test('the value put in is not read again', () => {
  const overrides = new Map([['TOPIC', `\${RATE} $& $1`]]);
  const config = { alone: `\${TOPIC}`, inside: `<\${TOPIC}>` };
  const document = succeeded(substituteParameters(documentWith(config), overrides));
  expect(document.nodes.get('a')?.config).toEqual({ alone: `\${RATE} $& $1`, inside: `<\${RATE} $& $1>` });
});

test('unknown names are issues with their place, all at once', () => {
  const { issues } = substituteParameters(documentWith({ topic: `\${TOPIK}`, columns: [{ name: `a\${}b` }] }));
  expect(issues).toEqual([
    { severity: 'error', node: 'a', field: 'topic', message: 'There is no parameter TOPIK. Did you mean TOPIC?' },
    {
      severity: 'error',
      node: 'a',
      field: 'columns[0].name',
      message: expect.stringContaining('The parameters are TOPIC, RATE and ON.'),
    },
  ]);
});

test.each([
  ['RATE', 'fast', 'The value given for RATE is not a number.'],
  ['RATE', '', 'The value given for RATE is not a number.'],
  ['ON', 'yes', 'The value given for ON is not true or false.'],
])('%s=%s is refused', (name, text, message) => {
  expect(outcome(substituteParameters(documentWith({}), new Map([[name, text]])))).toContain(message);
});
