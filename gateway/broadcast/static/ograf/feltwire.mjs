// OGraf v1: the graphics as a Web Component a renderer loads, plays, updates and stops. It follows
// the gateway it was loaded from; ``data.scene`` (as /overlay/7/stream sends it) in place of that
// shows a scene of somebody else's.
import { Graphics, follow } from "../graphics.js";
import { wishOf } from "../host.js";

const OK = { statusCode: 200 };
const LOOKS = ["table", "cards", "delay"]; // which stream is followed
const GATEWAY = new URL("../../", import.meta.url);

export default class FeltwireGraphic extends Graphics {
  #data = {};
  #end = null;
  #step;

  async load({ data, renderType } = {}) {
    if (renderType === "non-realtime") return { statusCode: 400, statusMessage: "real time only" };
    this.style.cssText = "display:block;width:100%;height:100%";
    this.air(false);
    this.#take(data ?? {});
    return OK;
  }

  async dispose() {
    this.#end?.();
    this.#end = null;
    this.remove();
    return OK;
  }

  async playAction({ goto, delta } = {}) {
    const step = goto ?? (this.#step === undefined ? 0 : this.#step + (delta ?? 1));
    this.#step = Math.max(0, step);
    this.air(true);
    return { ...OK, currentStep: this.#step };
  }

  async stopAction() {
    this.#step = undefined;
    this.air(false);
    return OK;
  }

  async updateAction({ data } = {}) {
    this.#take(data ?? {});
    return OK;
  }

  async customAction({ id } = {}) {
    if (id !== "hide" && id !== "show") return { statusCode: 404, statusMessage: `no action ${id}` };
    this.air(id === "show");
    return OK;
  }

  #take(data) {
    const before = this.#data;
    this.#data = { ...before, ...data };
    this.wish(wishOf(this.#data));
    if (data.scene) {
      this.#end?.();
      this.#end = null;
      super.take(data.scene);
    } else if (!this.#data.scene && (!this.#end || LOOKS.some((k) => before[k] !== this.#data[k]))) this.#follow();
  }

  #follow() {
    const { table = "1", cards = false, delay = 0 } = this.#data;
    this.#end?.();
    const path = new URL(`overlay/${encodeURIComponent(table)}/${cards ? "cards/stream" : "stream"}`, GATEWAY);
    if (delay) path.searchParams.set("delay", Math.round(delay));
    this.#end = follow(path, (parts) => super.take(parts));
  }
}
