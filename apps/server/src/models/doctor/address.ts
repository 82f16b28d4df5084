import { message, type Message } from '@parlance/contract'
import { describeFault, withoutPassword } from '../describe-fault.ts'
import { findCause } from '../../lib/find-cause.ts'
import { faultOf } from '../model-faults.ts'
import { failed, passed, type Check, type CheckContext, type Finding } from './check.ts'
import { baseOf, listModels } from './list-models.ts'
import { serverOf } from './server-kind.ts'

/** Whether the address can be reached, and is that of a model server. */
export const addressCheck: Check = {
  id: 'address',
  needs: [],
  calls: 0,
  tokens: 0,
  timeoutMs: 30_000,
  run: async (context) => {
    const place = withoutPassword(baseOf(context))
    try {
      const list = await listModels(context)
      context.findings.list = list
      context.findings.server = serverOf(list.entries ?? [])
      const isPage = /^text\/html\b/i.test(list.contentType)
      if (list.entries === null && (isPage || list.status === 404 || list.status === 405)) {
        return (await missingVersion(context)) ?? (isPage ? webPage(place) : unlisted(place))
      }
      return passed(message('{place} answers.', { place }))
    } catch (error) {
      context.signal.throwIfAborted()
      const { found, advice } = describeConnection(error, context)
      return failed(found, advice)
    }
  },
}

/** The most common wrong path: the address of the server without `/v1`. */
async function missingVersion(context: CheckContext): Promise<Finding | null> {
  const base = baseOf(context)
  if (context.choice.baseUrl === null || base.endsWith('/v1')) return null
  const list = await listModels(context, `${base}/v1`).catch(() => null)
  if (!list?.entries) return null
  const url = withoutPassword(`${base}/v1`)
  return failed(message('The server answers, but not at this path.'), message('Add /v1 to the URL: {url}', { url }))
}

function webPage(place: string): Finding {
  return failed(
    message('{place} answers with a web page, not as a model server.', { place }),
    message('Check the URL. If it is right, a proxy or a sign-in page is in between.'),
  )
}

/** Not every server lists its models. Whether the path is right shows when the model is asked. */
function unlisted(place: string): Finding {
  return passed(message('{place} answers, but does not list its models.', { place }))
}

const tlsCodes = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/

function describeConnection(
  error: unknown,
  { choice, vendor }: CheckContext,
): { found: Message; advice: Message | null } {
  const url = URL.parse(choice.baseUrl ?? vendor.list.address ?? '')
  const host = url?.hostname ?? ''
  const code = codeOf(error)
  const isLocal = /^(?:localhost|127\.|\[?::1)/.test(host)
  if (faultOf(error) === 'blocked-address') return { found: describeFault(error, choice), advice: null }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      found: message('The name {host} is unknown to DNS.', { host }),
      advice: message('Check the spelling of the URL and the DNS settings of this server.'),
    }
  }
  if (code === 'ECONNREFUSED') {
    return {
      found: message('Nothing listens at {place}.', { place: url?.host ?? '' }),
      advice: isLocal
        ? message(
            'Start the model server. If Parlance runs in a container, use host.docker.internal instead of {host}, and make the model server listen on all addresses.',
            { host },
          )
        : message('Start the model server, and check its port and that it listens on all addresses.'),
    }
  }
  if (tlsCodes.test(code)) {
    return {
      found: message('The TLS connection to {host} failed ({code}).', { host, code }),
      advice: message(
        'Check the certificate. For an own certificate authority, set NODE_EXTRA_CA_CERTS. If the server does not use TLS, start the URL with http://.',
      ),
    }
  }
  if (findCause(error, ({ message: words }) => words.includes('redirect')) !== null) {
    return {
      found: message('{host} answers with a redirect.', { host }),
      advice: message('Use the URL that it redirects to. A proxy may also redirect to its sign-in page.'),
    }
  }
  if (faultOf(error) === 'timeout' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return {
      found: message('{host} does not answer.', { host }),
      advice: message('Check the network access of this server, its firewall, and whether it needs a proxy.'),
    }
  }
  return { found: describeFault(error, choice), advice: null }
}

function codeOf(error: unknown): string {
  const found = findCause(error, (one) => 'code' in one && typeof one.code === 'string')
  return found !== null && 'code' in found ? String(found.code) : ''
}
