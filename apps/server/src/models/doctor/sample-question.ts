import { message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { failed, passed, skipped, type Check } from './check.ts'

/** One real question on the sample database, through the same pipeline as every other question. */
export const sampleQuestionCheck: Check = {
  id: 'sample-question',
  needs: ['answer'],
  calls: 4,
  tokens: 12_000,
  timeoutMs: 180_000,
  run: async ({ handle, signal, findings, askSample }) => {
    if (askSample === null) return skipped(message('There is no sample database to ask about.'))
    try {
      const sample = await askSample(handle, signal)
      findings.sample = sample
      if (sample.sql !== null)
        return passed(message('{model} answered a question on the sample database.', { model: handle.id }))
      return failed(
        message('{model} ran no query for a question on the sample database.', { model: handle.id }),
        message('Choose a larger model, or one that supports tools.'),
      )
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      if (error.code === 'area_required')
        return skipped(message('The sample database is organized into business areas, so it was not asked.'))
      return failed(error.text, message('Correct the failed checks above, or choose a larger model.'))
    }
  },
}
