import { message, type Message } from '@parlance/contract'
import { describeRefusal } from './bounded-answer.ts'
import { faultOf, retryAfter } from './model-faults.ts'
import { vendors } from './providers.ts'
import type { ModelChoice } from './vendor.ts'

/** What went wrong with a call and what to do, for an administrator. Never contains the key. */
export function describeFault(error: unknown, choice: ModelChoice): Message {
  const provider = vendors[choice.provider].name
  const { model } = choice
  const place = choice.baseUrl ? withoutPassword(choice.baseUrl) : provider
  const refusal = describeRefusal(provider, error)
  if (refusal) return refusal
  switch (faultOf(error)) {
    case 'wrong-key':
      return message('{provider} rejected the API key. Check that it is complete and still valid.', { provider })
    case 'no-permission':
      return message('{provider} does not let this key use {model}. Check the rights of the key.', { provider, model })
    case 'unreachable':
      return message('Could not reach {place}. Check the URL and the network access of this server.', { place })
    case 'blocked-address':
      return message('Connections to {place} are not allowed. Use another URL.', { place })
    case 'wrong-path':
      return message('{place} does not offer this call. Check the path of the URL; it usually ends in /v1.', { place })
    case 'web-page':
      return message('A web page answered instead of {place}. Check the URL, and whether a proxy is in between.', {
        place,
      })
    case 'unknown-model':
      return message('{provider} does not know the model {model}. Choose another model.', { provider, model })
    case 'quota':
      return message('{provider} accepted the key, but its quota is used up. Try again later, or upgrade your plan.', {
        provider,
      })
    case 'rate-limit':
      return rateLimit(provider, retryAfter(error))
    case 'overloaded':
      return message('{provider} is overloaded. Try again in a moment.', { provider })
    case 'no-tool-support':
      return message('{model} does not support tools. Choose a model that does.', { model })
    case 'no-schema-support':
      return message('{model} cannot follow a JSON schema. Choose a model that can.', { model })
    case 'too-long':
      return message('The request is too long for {model}. Give the model a longer context.', { model })
    case 'request-refused':
      return message('{provider} rejected the request for {model}. Choose another model.', { provider, model })
    case 'server-error':
      return message('{provider} returned an error. Try again in a moment.', { provider })
    case 'broke-off':
      return message('{provider} stopped in the middle of its answer. Try again in a moment.', { provider })
    case 'malformed':
      return message('{provider} sent an answer that could not be read. Check that the URL is its API.', { provider })
    case 'filtered':
      return message('{provider} refused to answer. Choose another model.', { provider })
    case 'cut-short':
      return message('{model} reached its maximum length before it answered. Choose another model.', { model })
    case 'empty':
      return message('{model} sent an empty answer. Try again, or choose another model.', { model })
    case 'timeout':
      return message('{provider} did not respond in time. Try again in a moment.', { provider })
    case 'answer-refused':
      return message('Could not read the answer of {provider}. Choose another model.', { provider })
  }
}

function rateLimit(provider: string, seconds: number | null): Message {
  if (seconds === null)
    return message('{provider} does not accept more requests right now. Try again in a minute.', { provider })
  return message(
    '{seconds, plural, one {{provider} does not accept more requests right now. Try again in # second.} other {{provider} does not accept more requests right now. Try again in # seconds.}}',
    { provider, seconds },
  )
}

/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '')) return address
  url.username = ''
  url.password = ''
  return url.href
}
