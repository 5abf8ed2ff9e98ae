// Tones of a page. Browsers play nothing before somebody has touched it, and some nothing at all.
let audio = null;

export async function wake() {
  audio ??= new AudioContext();
  await audio.resume();
}

// ``tones``: [hertz, seconds, seconds from now]; silent until ``wake`` has been called.
export function play(tones, loud) {
  if (audio?.state !== "running") return;
  for (const [hertz, lasts, after] of tones) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const at = audio.currentTime + after;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + lasts);
  }
}
