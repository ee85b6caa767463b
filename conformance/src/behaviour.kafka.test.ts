import { describeBehaviour } from './behaviour.ts';
import { apacheKafka } from './brokers.ts';

if (apacheKafka === null) console.log('skipped: no Kafka: set MILLRACE_TEST_KAFKA');
describeBehaviour('Apache Kafka', apacheKafka);
