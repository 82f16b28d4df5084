import type { CorrectedExample, CorrectExampleRequest } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { addApproved } from './answers.ts'
import { createAreaFileSets } from './area-file.ts'
import type { AreaFileSets } from './area-file.ts'
import { correctAnswer } from './corrections.ts'
import { createEvaluationCore } from './core.ts'
import type { EvaluationDependencies } from './core.ts'
import { createFillingService } from './filling.ts'
import type { FillingService } from './filling.ts'
import { createQuestionService } from './questions.ts'
import type { QuestionService } from './questions.ts'
import { createReadableSql } from './readable-sql.ts'
import type { RerunService } from './rerun.ts'
import { createResultService } from './results.ts'
import type { ResultService } from './results.ts'
import { createRunWorker } from './run-worker.ts'
import { createRunService } from './runs.ts'
import type { RunService } from './runs.ts'
import { createSetService } from './sets.ts'
import type { SetService } from './sets.ts'
import { createTriggers } from './triggers.ts'

export { rowsPurpose } from './expected-rows.ts'

/** Question sets of business areas, and runs that ask their questions. */
export interface EvaluationService {
  sets: SetService
  questions: QuestionService
  filling: FillingService
  runs: RunService
  results: ResultService
  rerun: RerunService['rerun']
  areaFile: AreaFileSets
  /** Throws like the function of the same name in `corrections.ts`. */
  correctAnswer(
    principal: Principal,
    correction: { id: string; request: CorrectExampleRequest },
    signal: AbortSignal,
  ): Promise<CorrectedExample>
  /** Continues runs that were in progress, and watches for changes. Call it at start. */
  start(): void
  /** Starts a run for each set whose model, area, or tables changed some minutes ago. */
  checkTriggers(): Promise<void>
  /** Resolves when this process works on no run. */
  settled(): Promise<void>
  /** Leaves runs in progress to another process or the next start. */
  close(): Promise<void>
}

/** Creates the evaluation of business areas. */
export function createEvaluationService(context: AppContext, dependencies: EvaluationDependencies): EvaluationService {
  const core = createEvaluationCore(context, dependencies)
  const readable = createReadableSql({ ...dependencies, previews: dependencies.areaPreviews })
  const worker = createRunWorker(core)
  const runs = createRunService(core, worker)
  const triggers = createTriggers(core, runs)
  core.examples.onApproved((approver, answer) => addApproved(core, approver, answer))
  return {
    sets: createSetService(core),
    questions: createQuestionService(core, readable),
    filling: createFillingService(core),
    runs,
    results: createResultService(core, readable),
    rerun: async (...request) => {
      // This module loads the SQL package, which is not needed at server start.
      const { createRerunService } = await import('./rerun.ts')
      return createRerunService(core, readable).rerun(...request)
    },
    areaFile: createAreaFileSets(core, readable),
    correctAnswer: (principal, correction, signal) => correctAnswer(core, principal, correction, signal),
    start: () => {
      worker.start()
      triggers.start()
    },
    checkTriggers: () => triggers.check(),
    settled: () => worker.settled(),
    close: async () => {
      await triggers.close()
      await worker.close()
    },
  }
}
