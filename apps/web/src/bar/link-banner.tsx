import { useEffect, useState } from 'react';
import { timeOfDay } from '../look/format.ts';
import { retryNow, useRun } from '../run/run-store.ts';

/** Said at once when the service is silent; what was drawn is kept. */
export function LinkBanner() {
  const { open, lostAtMs, retryAtMs } = useRun((state) => state.link);
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (open) return;
    setNowMs(Date.now());
    const timer = window.setInterval(() => setNowMs(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [open]);
  if (open || lostAtMs === null) return null;
  const inSeconds = retryAtMs === null ? 0 : Math.max(0, Math.ceil((retryAtMs - nowMs) / 1_000));
  return (
    <div className="banner" role="alert">
      <b>Connection lost.</b> Service silent since {timeOfDay(lostAtMs)}. Your draft is safe. Next try in {inSeconds} s.
      <button type="button" className="btn sm" onClick={retryNow}>
        Try now
      </button>
    </div>
  );
}
