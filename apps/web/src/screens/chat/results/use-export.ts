import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FullResultsRequest } from '@parlance/contract'
import { openExport, type ExportChoice, type ExportFormat } from '../../../api/query.ts'
import { describeError } from '../../../lib/api-error.ts'
import { resultFileName } from '../../../lib/file-name.ts'
import { openFileSink, type FileSink } from '../../../lib/file-sink.ts'
import { useNotices } from '../../../ui/notices.tsx'

const shownFor = 2000
const shownAfter = 400
/** Bytes between two progress updates. */
const progressStep = 256 * 1024

/** Progress and the cancel button appear only if the export takes a while. */
export type ExportState = 'idle' | 'starting' | 'running' | 'done' | 'failed'

/** Runs one export at a time: the server writes the file, the browser saves it, and the user can cancel it. */
export function useExport() {
  const { t } = useTranslation()
  const { show } = useNotices()
  const [state, setState] = useState<ExportState>('idle')
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )

  const showOutcome = (outcome: 'done' | 'failed') => {
    clearTimeout(timer.current)
    setState(outcome)
    timer.current = setTimeout(() => setState('idle'), shownFor)
  }

  /** @param isLarge whether the file may be too large for the page's memory */
  const start = async (request: FullResultsRequest, choice: ExportChoice, isLarge: boolean): Promise<void> => {
    if (running.current !== null) return
    const stop = new AbortController()
    running.current = stop
    clearTimeout(timer.current)
    try {
      const sink = await openFileSink({
        name: resultFileName(new Date(), extensionOf(choice)),
        contentType: contentTypes[choice.format],
        isLarge,
      })
      if (sink === null) return
      setBytes(0)
      setState('starting')
      timer.current = setTimeout(() => setState('running'), shownAfter)
      await transfer(await openExport(request, choice, stop.signal), sink, setBytes)
      showOutcome('done')
    } catch (error) {
      if (stop.signal.aborted) {
        clearTimeout(timer.current)
        setState('idle')
        return
      }
      showOutcome('failed')
      show(describeError(error, t('Could not export the rows. Try again.')), 'danger')
    } finally {
      running.current = null
    }
  }
  return { state, bytes, start, cancel: () => running.current?.abort() }
}

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  custom: 'text/plain',
}

function extensionOf({ format, custom }: ExportChoice): string {
  if (format !== 'custom') return format
  return custom?.delimiter === '\t' ? 'tsv' : 'csv'
}

/** Copies the response to the file; a broken connection leaves no file that looks complete. */
async function transfer(response: Response, sink: FileSink, onBytes: (count: number) => void): Promise<void> {
  const reader = response.body?.getReader()
  let count = 0
  let reported = 0
  try {
    for (;;) {
      const piece = await reader?.read()
      if (piece?.value === undefined) break
      await sink.write(piece.value)
      count += piece.value.byteLength
      if (count - reported >= progressStep) {
        reported = count
        onBytes(count)
      }
    }
    await sink.finish()
  } catch (error) {
    // Don't wait for this: a broken connection never responds.
    void reader?.cancel().catch(() => undefined)
    await sink.abandon().catch(() => undefined)
    throw error
  }
}
