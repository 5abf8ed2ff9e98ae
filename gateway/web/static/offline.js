// Goes back to the page that was wanted as soon as the gateway answers again.
const PAUSE_MS = 1500;

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer) location.reload(); // 503 too: the pages say what is wrong
  else setTimeout(look, PAUSE_MS);
}

document.getElementById("again").addEventListener("click", () => location.reload());
setTimeout(look, PAUSE_MS);
