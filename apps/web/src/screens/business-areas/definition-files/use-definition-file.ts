import { maxDefinitionFileBytes, type ImportedDefinitions, type PortableItem } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDefinitionFile } from '../../../api/definition-files.ts'
import { describeError } from '../../../lib/api-error.ts'

/** A file of definitions, what it says, and what the user takes from it. */
export function useDefinitionFile(areaId: string) {
  const { t } = useTranslation()
  const [fileName, setFileName] = useState<string | null>(null)
  const [read, setRead] = useState<ImportedDefinitions | null>(null)
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)

  const choose = async (file: File | undefined) => {
    if (file === undefined || isReading) return
    setFileName(file.name)
    setFailure(null)
    setRead(null)
    setReading(true)
    try {
      if (file.size > maxDefinitionFileBytes) {
        const limit = maxDefinitionFileBytes / 1_000_000
        setFailure(t('The file is larger than {limit, number} MB. Split it, or export fewer definitions.', { limit }))
        return
      }
      const answer = await readDefinitionFile(areaId, await file.text())
      setRead(answer)
      setTaken(
        new Set(
          answer.items.flatMap(({ item, change, conflicts }, at) => {
            // Instructions decide how a model answers, and a conflict needs a decision: the user ticks them.
            const isSafe = item.kind !== 'instructions' && conflicts.length === 0
            return change !== 'unchanged' && isSafe ? [at] : []
          }),
        ),
      )
    } catch (error) {
      setFailure(describeError(error, t('The file could not be read. Choose another file.')))
    } finally {
      setReading(false)
    }
  }
  const toggle = (positions: readonly number[], isOn: boolean) =>
    setTaken((now) => {
      const next = new Set(now)
      for (const at of positions) {
        if (isOn) next.add(at)
        else next.delete(at)
      }
      return next
    })
  const items = (): PortableItem[] => (read?.items ?? []).flatMap(({ item }, at) => (taken.has(at) ? [item] : []))
  return { fileName, read, taken, failure, isReading, choose, toggle, items }
}
