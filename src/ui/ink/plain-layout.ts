/** The size of a text in the room that it is given. */
type Measure = (width: number, widthMode: number) => { readonly width: number; readonly height: number };

/** Yoga's numbers for what Ink asks and sets here. */
export const constants = {
  EDGE_LEFT: 0,
  EDGE_TOP: 1,
  EDGE_RIGHT: 2,
  EDGE_BOTTOM: 3,
  EDGE_START: 4,
  POSITION_TYPE_STATIC: 0,
  POSITION_TYPE_RELATIVE: 1,
  POSITION_TYPE_ABSOLUTE: 2,
  DISPLAY_FLEX: 0,
  DISPLAY_NONE: 1,
  MEASURE_MODE_UNDEFINED: 0,
  MEASURE_MODE_AT_MOST: 2,
  DIRECTION_LTR: 1,
} as const;

/**
 * Takes the place of Yoga (replaced-modules.json), which lays out any mix of boxes by WebAssembly that takes a tenth of the
 * start-up to compile. The desk computes its rectangles itself: boxes are placed by their margins, and what they hold is
 * one text.
 *
 * Hangs on Ink calling only what is here for such a tree: what it sets beyond is missing, and throws. plain-layout.test.ts
 * holds the places and sizes against Yoga's own.
 */
class PlainNode {
  readonly #children: PlainNode[] = [];
  #left = 0;
  #top = 0;
  #measure: Measure | null = null;
  #width: number | null = null;
  #height: number | null = null;
  #isAbsolute = false;
  #display: number = constants.DISPLAY_FLEX;
  #place = { left: 0, top: 0, width: 0, height: 0 };

  static create(): PlainNode {
    return new PlainNode();
  }

  insertChild(child: PlainNode, index: number): void {
    this.#children.splice(index, 0, child);
  }

  removeChild(child: PlainNode): void {
    const index = this.#children.indexOf(child);
    if (index >= 0) this.#children.splice(index, 1);
  }

  getChildCount(): number {
    return this.#children.length;
  }

  setMeasureFunc(measure: Measure): void {
    this.#measure = measure;
  }

  unsetMeasureFunc(): void {
    this.#measure = null;
  }

  setPositionType(type: number): void {
    this.#isAbsolute = type === constants.POSITION_TYPE_ABSOLUTE;
  }

  setMargin(edge: number, cells: number): void {
    if (edge === constants.EDGE_TOP) this.#top = cells;
    else if (edge === constants.EDGE_START) this.#left = cells;
    else throw new Error(`a margin at edge ${edge} is not laid out by PlainNode`);
  }

  setWidth(cells: number): void {
    this.#width = cells;
  }

  setHeight(cells: number): void {
    this.#height = cells;
  }

  setDisplay(display: number): void {
    this.#display = display;
  }

  getDisplay(): number {
    return this.#display;
  }

  // Ink sets these on every box. They matter only to several children that flow.
  setFlexDirection(_direction: number): void {}
  setFlexWrap(_wrap: number): void {}
  setFlexGrow(_factor: number): void {}
  setFlexShrink(_factor: number): void {}

  /** Everything is laid out for each frame: a few additions for each pane. */
  markDirty(): void {}

  free(): void {}

  freeRecursive(): void {}

  calculateLayout(_width: undefined, _height: undefined, _direction: typeof constants.DIRECTION_LTR): void {
    this.#layOut(this.#width ?? 0);
  }

  getComputedLeft(): number {
    return this.#place.left;
  }

  getComputedTop(): number {
    return this.#place.top;
  }

  getComputedWidth(): number {
    return this.#place.width;
  }

  getComputedHeight(): number {
    return this.#place.height;
  }

  getComputedPadding(): number {
    return 0;
  }

  getComputedBorder(): number {
    return 0;
  }

  #layOut(room: number): void {
    const inner = this.#width ?? Math.max(0, room - this.#left);
    for (const child of this.#children) child.#layOut(inner);
    const { width, height } = this.#measure?.(inner, constants.MEASURE_MODE_AT_MOST) ?? this.#extent();
    this.#place = { left: this.#left, top: this.#top, width: this.#width ?? width, height: this.#height ?? height };
  }

  /** What is placed by hand takes no room. */
  #extent(): { readonly width: number; readonly height: number } {
    const flowing = this.#children.filter((child) => !child.#isAbsolute).map((child) => child.#place);
    return {
      width: Math.max(0, ...flowing.map(({ left, width }) => left + width)),
      height: Math.max(0, ...flowing.map(({ top, height }) => top + height)),
    };
  }
}

export default { ...constants, Node: PlainNode };
