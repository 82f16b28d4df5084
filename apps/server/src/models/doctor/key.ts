import { message } from '@parlance/contract'
import { failed, passed, skipped, type Check } from './check.ts'

/** Whether the provider accepts the key. */
export const keyCheck: Check = {
  id: 'key',
  needs: ['address'],
  calls: 0,
  tokens: 0,
  timeoutMs: 1_000,
  run: async ({ findings: { list }, choice, vendor: { name: provider } }) => {
    if (list?.status === 401 || list?.status === 403 || (list?.status === 400 && choice.apiKey !== null)) {
      return choice.apiKey === null
        ? failed(message('{provider} asks for an API key.', { provider }), message('Enter the API key.'))
        : failed(
            message('{provider} rejected the API key.', { provider }),
            message('Check that the key is complete, still valid, and belongs to this provider.'),
          )
    }
    if (choice.apiKey === null) return passed(message('The server asks for no key.'))
    if (!list?.entries) return skipped(message('The key is checked with the first question.'))
    return passed(message('{provider} accepts the key.', { provider }))
  },
}
