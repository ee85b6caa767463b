// Lets a worker thread load TypeScript: on Node 20 it does not inherit the loader of the process that starts it.
import { register } from 'tsx/esm/api';

register();
