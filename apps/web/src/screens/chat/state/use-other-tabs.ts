import { useEffect } from 'react'
import { tabLine } from '../../../lib/turn/turn-news.ts'
import type { ChatService } from './chat-service.ts'

/** Shows what this user does elsewhere: at once from other tabs, else when the page is visible or online again. */
export function useOtherTabs(service: ChatService, sessionId: string | null, reload: () => Promise<void>): void {
  useEffect(
    () =>
      tabLine.listen((news) => {
        void reload()
        void service.hear(news)
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- reload is new on every render but always does the same
    [service],
  )
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'hidden' || sessionId === null) return
      void reload()
      void service.refresh(sessionId)
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('online', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('online', refresh)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- reload is new on every render but always does the same
  }, [service, sessionId])
}
