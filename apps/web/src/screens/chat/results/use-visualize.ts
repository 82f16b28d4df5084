import type { VisualizationPayload } from '@parlance/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visualizationQuery } from '../../../api/settings.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { defaultVisualizationUrl, visualizationAddress, visualizationHost } from '../../../lib/visualization/address.ts'
import { keepPayload } from '../../../lib/visualization/stored-payloads.ts'
import { useQuestions } from '../../../ui/questions.tsx'

const messageAfter = 1500

/**
 * Opens a query in the visualization tool: a new tab with the payload in its address, an entry in local storage for 30
 * s, and after 1.5 s a message to only that origin.
 */
export function useVisualize() {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const queryClient = useQueryClient()
  return async (query: Omit<VisualizationPayload, 'timestamp'>): Promise<void> => {
    // Open it at once, because browsers allow a new tab only while they handle a click.
    const tab = window.open('', '_blank')
    if (tab === null) {
      await tell(t('Failed to open visualization tab. Please check your popup blocker settings.'))
      return
    }
    const now = new Date()
    const payload = { ...query, timestamp: now.toISOString() }
    const host = visualizationHost(await serverUrl(queryClient), window.location.origin)
    // Another origin must not reach the chat's own tab; our page checks that the chat opened it.
    if (host.origin !== window.location.origin) tab.opener = null
    keepPayload(localStore, payload, now)
    tab.location.href = visualizationAddress(host, payload)
    setTimeout(() => {
      if (!tab.closed) tab.postMessage({ type: 'import', payload }, host.origin)
    }, messageAfter)
  }
}

/** Requested once per session; if the call fails, our own page is the host, and the next click asks again. */
async function serverUrl(queryClient: QueryClient): Promise<string> {
  try {
    const { server_url: url } = await queryClient.fetchQuery({
      ...visualizationQuery,
      staleTime: Infinity,
      gcTime: Infinity,
    })
    return url
  } catch {
    return defaultVisualizationUrl
  }
}
