import { expect, test } from 'vitest';
import { parseBrokers } from './broker-address.ts';

test.each([
  ['localhost:9092', [{ host: 'localhost', port: 9092 }]],
  [
    ' kafka-1.example.com:9092 , 10.0.0.2:19092',
    [
      { host: 'kafka-1.example.com', port: 9092 },
      { host: '10.0.0.2', port: 19092 },
    ],
  ],
  ['[::1]:9092', [{ host: '::1', port: 9092 }]],
  ['', null],
  ['localhost', null],
  ['localhost:', null],
  ['localhost:0', null],
  ['localhost:65536', null],
  ['localhost:9092,', null],
  ['http://localhost:9092', null],
  ['::1:9092', null],
  ['a b:9092', null],
])('KAFKA_BROKERS %j', (text, addresses) => {
  expect(parseBrokers(text)).toEqual(addresses);
});
