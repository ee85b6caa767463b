import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { succeeded } from '../testing/messages.ts';
import { formatDocument } from './format-document.ts';
import { parseDocument } from './parse-document.ts';

test('a document is read as it was written, and written the same again [V1]', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const text = formatDocument(document);
      const read = succeeded(parseDocument(text));
      expect(read).toEqual(document);
      expect([...read.nodes.keys()]).toEqual([...document.nodes.keys()]);
      expect(formatDocument(read)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('the text is for people: fields in their order, defaults left out, small values on one line', () => {
  const text = `{
  "format": "millrace/pipeline@1",
  "id": "k3v9q2m7xw4a",
  "name": "bids",
  "parameters": { "TOPIC": "bids" },
  "nodes": {
    "bids": {
      "type": "kafka-source",
      "config": {
        "topic": "\${TOPIC}",
        "columns": [
          { "name": "auction", "type": "BIGINT" },
          { "name": "date_time", "type": "TIMESTAMP_LTZ(3)" }
        ],
        "eventTime": { "column": "date_time", "maxOutOfOrder": "2s", "idleTimeout": "30s" }
      }
    },
    "dear": { "type": "filter", "config": { "where": "price > 100" }, "onError": "stop" }
  },
  "edges": [
    { "from": "bids", "to": "dear" },
    { "from": "dear.error", "to": "join.left" }
  ],
  "settings": { "commitInterval": "500ms" }
}
`;
  expect(formatDocument(succeeded(parseDocument(text)))).toBe(text);
});
