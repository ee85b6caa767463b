export { anyMessage } from './any-message.ts';
