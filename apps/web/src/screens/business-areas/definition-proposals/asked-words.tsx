import type { AskedWord, PortableItem } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedWordsQuery, proposalsForPhrase, rejectProposals } from '../../../api/definition-proposals.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useNotices } from '../../../ui/notices.tsx'

interface AskedWordsProps {
  /** Null if the area is new or may not be edited. */
  areaId: string | null
  /** Gets the definitions of a phrase, the phrase's own first. */
  onDefine: (items: PortableItem[]) => void
}

/** Words that users ask for often, but that the area does not define, each to define or to reject. */
export function AskedWords({ areaId, onDefine }: AskedWordsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { show } = useNotices()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<string | null>(null)
  const { data: words = [] } = useQuery(askedWordsQuery(areaId))
  const shown = words.filter(({ key }) => !done.has(key))
  if (areaId === null || shown.length === 0) return null
  const run = async ({ key }: AskedWord, work: () => Promise<void>, failure: string) => {
    setBusy(key)
    try {
      await work()
      setDone((now) => new Set([...now, key]))
    } catch (error) {
      show(describeError(error, failure), 'danger')
    } finally {
      setBusy(null)
    }
  }
  const define = async ({ phrase }: AskedWord) => {
    const items = await proposalsForPhrase(areaId, phrase)
    onDefine(items.length > 0 ? items : [emptyFilter(phrase)])
  }
  const reject = async ({ key }: AskedWord) => {
    await rejectProposals(areaId, [key])
    await queryClient.invalidateQueries({ queryKey: askedWordsQuery(areaId).queryKey })
  }
  return (
    <Note tone="info" className="mb-3">
      <ul className="mt-1 grid" aria-label={t('Words that users ask for')}>
        {shown.map((word) => (
          <li key={word.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <span className="min-w-0 flex-1">
              {t('Asked in {n, plural, one {# conversation} other {# conversations}} this month: define “{phrase}”?', {
                n: word.conversations,
                phrase: word.phrase,
              })}
            </span>
            <span className="flex gap-1.5">
              <Button
                size="small"
                disabled={busy !== null}
                aria-label={t('Define {name}', { name: word.phrase })}
                onClick={() => void run(word, () => define(word), t('Could not propose definitions.'))}
              >
                {t('Define')}
              </Button>
              <Button
                size="small"
                kind="quiet"
                disabled={busy !== null}
                aria-label={t('Reject {name}', { name: word.phrase })}
                onClick={() => void run(word, () => reject(word), t('Could not reject the proposal.'))}
              >
                {t('Reject')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** A filter with the phrase as its name, to be filled in. */
function emptyFilter(phrase: string): PortableItem {
  const name = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`
  const plain = {
    description: null,
    synonyms: [],
    table: '',
    condition: '',
    applies_by_default: false,
    deprecated: null,
  }
  return { kind: 'filter', value: { name, ...plain } }
}
