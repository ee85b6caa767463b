import { apacheKafka, embeddedBroker } from './brokers.ts';
import { describeTools } from './testing/describe-tools.ts';

describeTools('Apache Kafka', apacheKafka);
describeTools('the embedded broker', apacheKafka === null ? null : () => embeddedBroker());
