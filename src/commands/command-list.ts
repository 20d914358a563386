import { bugreportSyntax } from './bugreport/bugreport-syntax.ts';
import { callSyntax } from './call/call-syntax.ts';
import { checkSyntax } from './check/check-syntax.ts';
import type { Command, CommandIo } from './command.ts';
import { completionSyntax } from './completion/completion-syntax.ts';
import { decodeSyntax } from './decode/decode-syntax.ts';
import { deskSyntax } from './desk/desk-syntax.ts';
import { doctorSyntax } from './doctor/doctor-syntax.ts';
import { journalSyntax } from './journal/journal-syntax.ts';
import { keepStatusSyntax, keepStopSyntax, keepSyntax } from './keep/keep-syntax.ts';
import { loginSyntax, logoutSyntax, profilesSyntax } from './keys/keys-syntax.ts';
import { paperResetSyntax, paperScenarioSyntax, paperSyntax } from './paper/paper-syntax.ts';
import {
  planCancelSyntax,
  planCreateSyntax,
  planListSyntax,
  planPauseSyntax,
  planResumeSyntax,
  planShowSyntax,
} from './plan/plan-syntax.ts';
import { recordSyntax, replaySyntax } from './record/recording-syntax.ts';
import { signSyntax } from './sign/sign-syntax.ts';
import { streamSyntax } from './stream/stream-syntax.ts';
import { submitSyntax } from './submit/submit-syntax.ts';
import { updateSyntax } from './update/update-syntax.ts';
import { walletApprovalsSyntax } from './wallet/approvals/approvals-syntax.ts';
import { walletAddSyntax, walletListSyntax, walletRemoveSyntax, walletShowSyntax } from './wallet/wallet-syntax.ts';

type Run = (args: readonly string[], io: CommandIo) => Promise<number>;

/** Every command, the default first. Each loads its own code, so that none slows the start of another. */
export const commands: readonly [Command, ...Command[]] = [
  { syntax: deskSyntax, run: lazy(async () => (await import('./desk/desk.ts')).runDesk) },
  { syntax: paperSyntax, run: lazy(async () => (await import('./paper/paper.ts')).runPaper) },
  { syntax: paperResetSyntax, run: lazy(async () => (await import('./paper/paper.ts')).runPaperReset) },
  { syntax: paperScenarioSyntax, run: lazy(async () => (await import('./paper/play-scenario.ts')).runScenario) },
  { syntax: keepSyntax, run: lazy(async () => (await import('./keep/keep.ts')).runKeep) },
  { syntax: keepStatusSyntax, run: lazy(async () => (await import('./keep/keep-status.ts')).runKeepStatus) },
  { syntax: keepStopSyntax, run: lazy(async () => (await import('./keep/keep-status.ts')).runKeepStop) },
  { syntax: loginSyntax, run: lazy(async () => (await import('./keys/login.ts')).runLogin) },
  { syntax: logoutSyntax, run: lazy(async () => (await import('./keys/logout.ts')).runLogout) },
  { syntax: profilesSyntax, run: lazy(async () => (await import('./keys/profiles.ts')).runProfiles) },
  { syntax: doctorSyntax, run: lazy(async () => (await import('./doctor/doctor.ts')).runDoctor) },
  { syntax: checkSyntax, run: lazy(async () => (await import('./check/check.ts')).runCheck) },
  { syntax: callSyntax, run: lazy(async () => (await import('./call/call.ts')).runCall) },
  { syntax: decodeSyntax, run: lazy(async () => (await import('./decode/decode.ts')).runDecode) },
  { syntax: signSyntax, run: lazy(async () => (await import('./sign/sign.ts')).runSign) },
  { syntax: submitSyntax, run: lazy(async () => (await import('./submit/submit.ts')).runSubmit) },
  { syntax: walletAddSyntax, run: lazy(async () => (await import('./wallet/add-wallet.ts')).runWalletAdd) },
  { syntax: walletListSyntax, run: lazy(async () => (await import('./wallet/list-wallets.ts')).runWalletList) },
  { syntax: walletShowSyntax, run: lazy(async () => (await import('./wallet/list-wallets.ts')).runWalletShow) },
  {
    syntax: walletApprovalsSyntax,
    run: lazy(async () => (await import('./wallet/approvals/approvals.ts')).runWalletApprovals),
  },
  { syntax: walletRemoveSyntax, run: lazy(async () => (await import('./wallet/remove-wallet.ts')).runWalletRemove) },
  { syntax: planCreateSyntax, run: lazy(async () => (await import('./plan/plan-create.ts')).runPlanCreate) },
  { syntax: planListSyntax, run: lazy(async () => (await import('./plan/plan-list.ts')).runPlanList) },
  { syntax: planShowSyntax, run: lazy(async () => (await import('./plan/plan-list.ts')).runPlanShow) },
  { syntax: planPauseSyntax, run: lazy(async () => (await import('./plan/plan-change.ts')).runPlanPause) },
  { syntax: planResumeSyntax, run: lazy(async () => (await import('./plan/plan-change.ts')).runPlanResume) },
  { syntax: planCancelSyntax, run: lazy(async () => (await import('./plan/plan-change.ts')).runPlanCancel) },
  { syntax: journalSyntax, run: lazy(async () => (await import('./journal/journal.ts')).runJournal) },
  { syntax: streamSyntax, run: lazy(async () => (await import('./stream/stream.ts')).runStream) },
  { syntax: recordSyntax, run: lazy(async () => (await import('./record/record.ts')).runRecord) },
  { syntax: replaySyntax, run: lazy(async () => (await import('./record/replay.ts')).runReplay) },
  { syntax: bugreportSyntax, run: lazy(async () => (await import('./bugreport/bugreport.ts')).runBugreport) },
  { syntax: updateSyntax, run: lazy(async () => (await import('./update/update.ts')).runUpdate) },
  { syntax: completionSyntax, run: lazy(async () => (await import('./completion/completion.ts')).runCompletion) },
];

function lazy(load: () => Promise<Run>): Run {
  return async (args, io) => (await load())(args, io);
}
