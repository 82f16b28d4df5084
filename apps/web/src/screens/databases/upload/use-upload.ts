import type { UploadPreview } from '@parlance/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { discardUpload, readUpload, sendFiles, startUpload } from '../../../api/uploads.ts'
import { describeError } from '../../../lib/api-error.ts'

export type UploadState =
  | { phase: 'sending'; sent: number; total: number }
  /** The server reads the files. */
  | { phase: 'reading'; since: Date }
  | { phase: 'ready'; preview: UploadPreview }
  | { phase: 'failed'; text: string }

/**
 * Uploads files as soon as they are chosen, and has them read. Leaving the screen stops it and removes what was sent.
 * @param replaces the id of the connection whose files they replace; null for a new one
 */
export function useUpload(files: File[], replaces: string | null): { state: UploadState; keep: () => void } {
  const { t } = useTranslation()
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const [state, setState] = useState<UploadState>({ phase: 'sending', sent: 0, total })
  const isKept = useRef(false)
  const describe = useEffectEvent((error: unknown) => describeError(error, t('Could not upload the files.')))
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const show = (next: UploadState) => {
      if (!signal.aborted) setState(next)
    }
    const run = async () => {
      const started = await startUpload(files, replaces)
      signal.addEventListener('abort', () => {
        if (!isKept.current) discardUpload(started.id).catch(() => undefined)
      })
      if (signal.aborted) {
        await discardUpload(started.id)
        return
      }
      await sendFiles(started, files, { signal, onSent: (sent) => show({ phase: 'sending', sent, total }) })
      show({ phase: 'reading', since: new Date() })
      show({ phase: 'ready', preview: await readUpload(started.id, signal) })
    }
    run().catch((error: unknown) => show({ phase: 'failed', text: describe(error) }))
    return () => stop.abort()
  }, [files, replaces, total])
  return {
    state,
    /** The upload became a database, so there is nothing to remove. */
    keep: () => {
      isKept.current = true
    },
  }
}
