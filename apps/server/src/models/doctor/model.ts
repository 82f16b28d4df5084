import { message } from '@parlance/contract'
import { failed, passed, skipped, warning, type Check } from './check.ts'
import { idOf } from './list-models.ts'
import { nearestNames } from './nearest-names.ts'

/** Whether the provider offers the model. */
export const modelCheck: Check = {
  id: 'model',
  needs: ['address', 'key'],
  calls: 0,
  tokens: 0,
  timeoutMs: 1_000,
  run: async ({ findings: { list, server }, choice: { model }, vendor: { name: provider } }) => {
    if (!list?.entries) return skipped(message('{provider} does not list its models.', { provider }))
    const offered = list.entries.map((entry) => idOf(entry)).filter((id) => id !== '')
    const wanted = model.replace(/^models\//, '')
    if (offered.includes(wanted) || (server === 'ollama' && offered.includes(`${wanted}:latest`)))
      return passed(message('{provider} offers {model}.', { provider, model }))
    const nearest = nearestNames(wanted, offered, 5).join(', ')
    if (server === 'ollama')
      return failed(
        nearest === ''
          ? message('Ollama has no models yet.')
          : message('Ollama does not have {model}. It has {nearest}.', { model, nearest }),
        message('Run: ollama pull {model}', { model }),
      )
    if (nearest === '')
      return failed(
        message('{provider} offers no models.', { provider }),
        message('Load a model in the server, and check again.'),
      )
    // A provider may accept names that it doesn't list, such as aliases.
    return warning(
      message('{provider} does not list {model}. The nearest names are {nearest}.', { provider, model, nearest }),
      message('If the model does not answer, choose one of the names that the provider lists.'),
    )
  },
}
