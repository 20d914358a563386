interface Node<T> {
  readonly item: T;
  /** Length of the right spine; never longer than the left one's. */
  rank: number;
  left: Node<T> | null;
  right: Node<T> | null;
}

/** A leftist heap: push, pop and merging another heap cost O(log n) each. */
export class MeldHeap<T> {
  readonly #isBefore: (a: T, b: T) => boolean;
  #root: Node<T> | null = null;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): T | undefined {
    return this.#root?.item;
  }

  push(item: T): void {
    this.#root = this.#meld(this.#root, { item, rank: 1, left: null, right: null });
  }

  pop(): T | undefined {
    const top = this.#root;
    if (top) this.#root = this.#meld(top.left, top.right);
    return top?.item;
  }

  /** Takes all items of a heap with the same order. */
  absorb(other: MeldHeap<T>): void {
    this.#root = this.#meld(this.#root, other.#root);
    other.#root = null;
  }

  #meld(a: Node<T> | null, b: Node<T> | null): Node<T> | null {
    if (!a || !b) return a ?? b;
    const [top, rest] = this.#isBefore(b.item, a.item) ? [b, a] : [a, b];
    top.right = this.#meld(top.right, rest);
    if ((top.left?.rank ?? 0) < (top.right?.rank ?? 0)) [top.left, top.right] = [top.right, top.left];
    top.rank = (top.right?.rank ?? 0) + 1;
    return top;
  }
}
