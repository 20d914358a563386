export interface TourStep {
  readonly title: string;
  /** Sentences with key placeholders for `withKeys`. */
  readonly text: readonly string[];
  /** Whether the step is about this command; running it ticks the step. */
  isAbout(commandId: string): boolean;
}

const oneOf =
  (...ids: readonly string[]) =>
  (commandId: string): boolean =>
    ids.includes(commandId);

/** Steps of the tour. Each must fit the smallest screen. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'The screen',
    text: [
      "The key in a pane's title focuses it, such as {focus.positions}; {focus.next} focuses the next.",
      '{workspace.desk} to {workspace.activity} switch workspaces. The bottom line lists the keys of the pane.',
    ],
    isAbout: (id) => id.startsWith('focus.') || id.startsWith('workspace.'),
  },
  {
    title: 'Forms',
    text: [
      '{swap.create} opens a swap, {form.leave} closes it. As you type, the form previews the effect.',
      'Nothing is sent until you confirm the full details.',
    ],
    isAbout: oneOf('swap.create', 'order.create', 'position.close', 'position.margin', 'perp.create'),
  },
  {
    title: 'Quick trades and presets',
    text: [
      'On a position, {quick.open} lists quick trades, one letter each.',
      'In a form, letters fill in 25, 50, 75 or 100 %. You confirm each order.',
    ],
    isAbout: oneOf('quick.open', 'focus.positions'),
  },
  {
    title: 'Search and commands',
    text: [
      '{token.find} finds a token to buy or watch. {desk.command} opens the command line, for example close BTC 50%.',
      '{desk.help} shows all keys, {overlay.close} closes the help. {desk.palette} searches all commands.',
    ],
    isAbout: oneOf('token.find', 'desk.command', 'desk.palette', 'desk.help'),
  },
  {
    title: 'Kill switch',
    text: [
      '{trading.mode} halts trading: nothing is sent, even after a restart. {bulk.flatten} closes and cancels everything.',
      'Pane {focus.activity} lists what was sent; so does the journal (swapdeck journal).',
    ],
    isAbout: oneOf('trading.mode', 'bulk.flatten', 'focus.activity', 'workspace.activity'),
  },
];
