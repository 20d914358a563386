export interface TourStep {
  readonly title: string;
  /** Sentences that name keys as `withKeys` reads them. */
  readonly text: readonly string[];
  /** Whether a command is what the step speaks of: its key ticks the step. */
  isAbout(commandId: string): boolean;
}

const oneOf =
  (...ids: readonly string[]) =>
  (commandId: string): boolean =>
    ids.includes(commandId);

/** What a newcomer is shown, one after the other. Each must fit on the smallest screen. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'The screen',
    text: [
      'A pane has its key before its title: {focus.positions} positions, {focus.orders} orders; {focus.next} goes round.',
      '{workspace.desk} to {workspace.activity} change the whole screen. The last line names the keys of the pane.',
    ],
    isAbout: (id) => id.startsWith('focus.') || id.startsWith('workspace.'),
  },
  {
    title: 'A form',
    text: [
      '{swap.create} opens a swap; {form.leave} leaves it. While you type, the form says what would happen.',
      'Nothing is sent before a confirmation that shows it whole, once.',
    ],
    isAbout: oneOf('swap.create', 'order.create', 'position.close', 'position.margin', 'perp.create'),
  },
  {
    title: 'Quick trades and presets',
    text: [
      'On a position, {quick.open} lists its quick trades, a letter each.',
      'In a form, letters fill in a share: 25, 50, 75 or 100 %. Each is confirmed.',
    ],
    isAbout: oneOf('quick.open', 'focus.positions'),
  },
  {
    title: 'Everything else',
    text: [
      '{token.find} finds a token, to buy it or watch it. {desk.command} takes a line such as close BTC 50%.',
      '{desk.help} shows all keys; {overlay.close} closes it. {desk.palette} finds a command by words.',
    ],
    isAbout: oneOf('token.find', 'desk.command', 'desk.palette', 'desk.help'),
  },
  {
    title: 'The way out',
    text: [
      '{trading.mode} halts: nothing is sent any more, after a restart neither. {bulk.flatten} closes and cancels all.',
      'What was sent is in pane {focus.activity}, and in the journal: swapdeck journal.',
    ],
    isAbout: oneOf('trading.mode', 'bulk.flatten', 'focus.activity', 'workspace.activity'),
  },
];
