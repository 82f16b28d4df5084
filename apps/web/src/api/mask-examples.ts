import { maskExampleResponseSchema, type MaskExample, type MaskExampleRequest } from '@parlance/contract'
import { call } from './client.ts'

/** Shows what an unsaved mask makes of values that the user sees by asking. */
export function showMaskExample(request: MaskExampleRequest, signal: AbortSignal): Promise<MaskExample> {
  return call('/api/v1/business-areas/mask-example', maskExampleResponseSchema, {
    method: 'POST',
    body: request,
    signal,
  })
}
