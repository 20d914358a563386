import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { maxChaosLevel } from '../../paper/faults/chaos.ts';
import { PaperStartError } from '../../paper/http/listen.ts';
import type { AnswerForm, MarketKind, ScenarioName } from '../../paper/names.ts';
import { type PublishTarget, PublishTargetError, readPublishTarget } from '../../paper/pusher/publish-target.ts';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { StateStoreError } from '../../paper/service/state-store-error.ts';
import { resetAccount } from '../../paper/store/reset-account.ts';
import { marksFolder } from '../../platform/files/paths.ts';
import type { CommandIo } from '../command.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { paperResetSyntax, paperSyntax } from './paper-syntax.ts';
import { embeddedMarket, readLatency } from './start-paper.ts';

interface PaperFlags {
  readonly port: number;
  readonly seed: number | null;
  readonly speed: number;
  readonly market: MarketKind;
  readonly scenario: ScenarioName | null;
  readonly stateDir: string | null;
  readonly chaos: number;
  readonly latencyMs: number;
  readonly answers: AnswerForm;
  readonly publishTo: PublishTarget | null;
  readonly hasSplits: boolean;
  readonly isJson: boolean;
}

const seedLimit = 2 ** 32;

/**
 * `swapdeck paper`: runs the paper service alone until Ctrl-C. With --json it prints exactly one line when it is ready:
 * `{"baseUrl", "apiKey", "keys": {"full", "readOnly", "limited"}}`. Resolves to the exit code; throws UsageError for
 * invalid flags.
 */
export async function runPaper(args: readonly string[], io: CommandIo): Promise<number> {
  const flags = readFlags(args, io);
  let service: PaperService;
  try {
    service = await startPaperService({
      port: flags.port,
      seed: flags.seed ?? io.random.int(seedLimit),
      speed: flags.speed,
      market: flags.market,
      scenario: flags.scenario,
      stateDir: flags.stateDir,
      chaos: flags.chaos,
      latencyMs: flags.latencyMs,
      answers: flags.answers,
      publishTo: flags.publishTo,
      hasSplits: flags.hasSplits,
      onNotice: (message) => io.stderr.write(`swapdeck paper: ${message}\n`),
      clock: io.clock,
      random: io.random,
      onFault: (error) => io.stderr.write(`swapdeck paper: ${error instanceof Error ? error.stack : String(error)}\n`),
    });
  } catch (error) {
    if (!(error instanceof PaperStartError || error instanceof StateStoreError)) throw error;
    io.stderr.write(`swapdeck paper: ${error.message}\n`);
    return 1;
  }
  const { baseUrl, apiKey, keys } = service;
  io.stdout.write(flags.isJson ? `${JSON.stringify({ baseUrl, apiKey, keys })}\n` : greeting(service, flags));
  await aborted(io.signal);
  await service.close();
  if (!flags.isJson) io.stdout.write('Paper service stopped.\n');
  return 0;
}

/** `swapdeck paper reset`: deletes the saved account without asking. */
export async function runPaperReset(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, paperResetSyntax);
  const stateDir = values.state ?? defaultStateDir(io);
  try {
    const removed = resetAccount(stateDir);
    // The next account has another market.
    if (values.state === undefined)
      rmSync(marksFolder(io.paths.stateDir, embeddedMarket), { recursive: true, force: true });
    const report = removed.map((file) => `Removed ${file}\n`).join('');
    io.stdout.write(report || `There is no paper account in ${stateDir}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof StateStoreError)) throw error;
    io.stderr.write(`swapdeck paper: ${error.message}\n`);
    return 1;
  }
}

const defaultStateDir = (io: CommandIo) => join(io.paths.stateDir, 'paper');

function readFlags(args: readonly string[], io: CommandIo): PaperFlags {
  const { values } = readArguments(args, paperSyntax);
  const { port, seed, speed, market, scenario, state, ephemeral, chaos, latency, answers, json } = values;
  return {
    port: port === undefined ? 0 : wholeNumber('--port', port, 65_535),
    seed: seed === undefined ? null : wholeNumber('--seed', seed, seedLimit - 1),
    speed: speed === undefined ? 1 : positiveNumber('--speed', speed, 1_000),
    stateDir: ephemeral ? null : (state ?? defaultStateDir(io)),
    chaos: chaos === undefined ? 0 : wholeNumber('--chaos', chaos, maxChaosLevel),
    market: market ?? 'real',
    scenario: scenario ?? null,
    latencyMs: latency === undefined ? 0 : readLatency(latency, paperSyntax),
    answers: answers ?? 'contract',
    publishTo: values['publish-to'] === undefined ? null : publishTarget(values['publish-to'], io.env),
    hasSplits: !values['no-splits'],
    isJson: json ?? false,
  };
}

function publishTarget(address: string, env: NodeJS.ProcessEnv): PublishTarget {
  const secret = env['SWAPDECK_PUBLISH_SECRET'];
  // Read once: child processes do not need it.
  delete env['SWAPDECK_PUBLISH_SECRET'];
  try {
    return readPublishTarget(address, secret);
  } catch (error) {
    throw error instanceof PublishTargetError ? usage(`--publish-to: ${error.message}`) : error;
  }
}

const usage = (problem: string) => usageError(paperSyntax, `${problem}.`);

function wholeNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) throw usage(`${flag} must be a whole number from 0 to ${most}`);
  return Number(text);
}

function positiveNumber(flag: string, text: string, most: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value <= 0 || value > most) throw usage(`${flag} must be a number above 0, at most ${most}`);
  return value;
}

const greeting = ({ baseUrl, keys }: PaperService, { stateDir, speed, market, chaos, publishTo }: PaperFlags) =>
  `${[
    `Paper service at ${baseUrl}${speed === 1 ? '' : `, the market at ${speed} times its speed`}`,
    ...(market === 'real' ? [] : [`  market         ${market}`]),
    `  account        ${stateDir ?? 'not saved (ephemeral)'}`,
    `  full key       ${keys.full}`,
    `  read-only key  ${keys.readOnly}`,
    `  limited key    ${keys.limited}`,
    ...(chaos === 0 ? [] : [`  chaos          level ${chaos}: calls and streams fail on purpose`]),
    ...(publishTo === null
      ? []
      : [`  streams        carried by ${publishTo.host}:${publishTo.port}, app ${publishTo.appId}`]),
    'No real money is involved. Open the desk on it from another terminal:',
    `  SWAPDECK_API_KEY=${keys.full} swapdeck --base-url ${baseUrl}`,
    'Ctrl-C stops it.',
  ].join('\n')}\n`;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
