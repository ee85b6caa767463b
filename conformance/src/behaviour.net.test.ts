import { describeBehaviour } from './behaviour.ts';
import { embeddedBroker } from './brokers.ts';

describeBehaviour('the embedded broker', embeddedBroker);
