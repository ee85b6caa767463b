/** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. Gives what takes the handlers away. */
export function onStopSignal(stop: () => void): () => void {
  let asked = false;
  const handle = () => {
    if (asked) process.exit(130);
    asked = true;
    stop();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return () => {
    process.off('SIGINT', handle);
    process.off('SIGTERM', handle);
  };
}
