import { PipelineStopped } from '@millrace/engine';
import {
  BrokerUnreachable,
  ConnectionLost,
  KafkaError,
  ProducerFenced,
  UnknownTopic,
  WriterPoisoned,
} from '@millrace/kafka';
import { ERRORS } from '@millrace/kafka-wire';
import { expect, test } from 'vitest';
import { failureOf } from './failure-of.ts';

const broker = { host: 'localhost', port: 9092 };
const place = { topic: 'orders', partition: 3 };
const refusal = (code: number) => new KafkaError('Produce', code, place);

test.each([
  ['a broker that is not there', new BrokerUnreachable(broker, new Error('refused')), 'retry', 'unreachable'],
  ['a lost connection', new ConnectionLost(broker, new Error('reset')), 'retry', 'connection'],
  ['a writer that lost its transaction', new WriterPoisoned('id', new Error('reset')), 'retry', 'connection'],
  ['a refusal that passes', refusal(ERRORS.NOT_ENOUGH_REPLICAS), 'retry', 'connection'],
  ['a batch beyond the limit of its topic', refusal(ERRORS.MESSAGE_TOO_LARGE), 'fatal', 'refused'],
  ['a missing right', refusal(ERRORS.TOPIC_AUTHORIZATION_FAILED), 'fatal', 'refused'],
  ['a topic that is gone', new UnknownTopic('orders'), 'fatal', 'topic'],
  ['a successor', new ProducerFenced('id', 60_000), 'fatal', 'fenced'],
  ['a node that stops on errors', new PipelineStopped('double', 'Division by zero.'), 'fatal', 'stopped-by-error'],
  ['a fault of the program', new TypeError('x is undefined'), 'retry', 'program'],
])('%s', (_, error, kind, code) => {
  expect(failureOf(error)).toMatchObject({ kind, code });
});
