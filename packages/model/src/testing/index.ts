export { anyType } from './arbitrary-type.ts';
export { anyValueOf } from './arbitrary-value.ts';
