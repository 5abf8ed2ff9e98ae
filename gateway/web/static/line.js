// A stream of the gateway, kept open: JSON messages, and a beat with its time (ms since 1970) at least
// every other second while nothing is new. A line that has gone silent without an end, as when a
// phone has changed its network, is opened anew.
const SILENT_MS = 5000;
const GONE_MS = 15000;
const AGAIN_MS = 2000;

// ``state``: "up", "silent" or "down"; ``refused``: what to do about a stream the gateway does not
// open, instead of trying again. Gives a function that ends it.
export function open(url, { take, state, beat = () => {}, refused = null }) {
  let source, timer;
  let ended = false;
  const wait = (then, ms) => {
    clearTimeout(timer);
    timer = ended ? 0 : setTimeout(then, ms);
  };
  const alive = () => {
    state("up");
    wait(silent, SILENT_MS);
  };
  const silent = () => {
    state("silent");
    wait(begin, GONE_MS - SILENT_MS);
  };
  function begin() {
    source?.close();
    source = new EventSource(url);
    source.onopen = alive;
    source.addEventListener("beat", (e) => {
      beat(Number(e.data));
      alive();
    });
    source.onmessage = (e) => {
      alive();
      take(JSON.parse(e.data));
    };
    source.onerror = () => {
      state("down");
      // A refused stream is closed for good by the browser: try again by ourselves.
      const closed = source.readyState === EventSource.CLOSED;
      wait(closed && refused ? () => refused(begin) : begin, closed ? AGAIN_MS : GONE_MS);
    };
    wait(silent, SILENT_MS);
  }
  begin();
  return () => {
    ended = true;
    wait(null, 0);
    source.close();
  };
}
