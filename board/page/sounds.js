// @ts-check
// A soft click for each stone, and moves spoken aloud. The page makes no sound before the first action of the person.

/** @type {AudioContext | undefined} */
let audio;

/** Plays the sound of a stone on wood. */
export function click() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const { currentTime: now, destination, sampleRate } = audio;
  const buffer = audio.createBuffer(1, sampleRate * 0.06, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * Math.exp(-at / (sampleRate * 0.006));
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 1.4 });
  const gain = new GainNode(audio, { gain: 0.5 });
  source.connect(filter).connect(gain).connect(destination);
  source.start(now);
}

/** Speaks a text. @param {string} text */
export function speak(text) {
  if (!navigator.userActivation?.hasBeenActive || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}
