import type { FillReport } from '../../stores/orders/fill-report.ts';

/** What one read found of an order's fills. */
export interface FillFinding {
  readonly report: FillReport;
  /** False while later reads may list more. */
  readonly isFinal: boolean;
}
