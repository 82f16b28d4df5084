export { columnVerdicts, compareResults, type ColumnVerdict, type CompareOptions, type Comparison } from './compare.ts'
export { constructs, constructsOf, type Construct } from './constructs.ts'
export { describeDifference, type CellPosition, type Difference } from './difference.ts'
export type { ComparedResult } from './encode.ts'
export { isHeldOut } from './held-out.ts'
export { multisetLines } from './multiset.ts'
export { tableNamesOf } from './tables-of.ts'
export { ordersRows } from './orders-rows.ts'
export { outcomes, summarize, type MeasuredQuestion, type Outcome, type RunSummary } from './summary.ts'
export { readBenchmark, type Benchmark } from './formats/benchmark-folder.ts'
export {
  benchmarkNames,
  readBenchmarkQuestions,
  type BenchmarkName,
  type BenchmarkQuestion,
} from './formats/benchmark-questions.ts'
export { mostExpectedRows, parseExpectedRows } from './formats/expected-rows.ts'
export { FormatError } from './formats/format-error.ts'
export { mostQuestions, parseQuestionCsv, questionCsvTemplate, type CsvQuestion } from './formats/question-csv.ts'
export { shuffled, seeded } from './random.ts'
