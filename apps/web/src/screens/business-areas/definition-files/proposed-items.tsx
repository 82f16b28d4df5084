import type { ProposedItem } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { translate, translateText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { kindTitles, linesOf, nameOf } from './item-texts.ts'

interface ProposedItemsProps {
  items: readonly ProposedItem[]
  /** Positions of the items that the user takes. */
  taken: ReadonlySet<number>
  onToggle: (positions: readonly number[], isOn: boolean) => void
}

type Kind = ProposedItem['item']['kind']

/** What a file adds and changes, by kind, each with a box to take it. */
export function ProposedItems({ items, taken, onToggle }: ProposedItemsProps) {
  const kinds = Object.keys(kindTitles).filter((kind): kind is Kind => items.some(({ item }) => item.kind === kind))
  return kinds.map((kind) => {
    const positions = items.flatMap(({ item, change }, at) =>
      item.kind === kind && change !== 'unchanged' ? [at] : [],
    )
    return positions.length === 0 ? null : (
      <KindGroup key={kind} kind={kind} items={items} positions={positions} taken={taken} onToggle={onToggle} />
    )
  })
}

function KindGroup({
  kind,
  items,
  positions,
  taken,
  onToggle,
}: ProposedItemsProps & { kind: Kind; positions: readonly number[] }) {
  const { t } = useTranslation()
  const titleId = useId()
  const count = positions.filter((at) => taken.has(at)).length
  const isAll = count === positions.length
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <div className="flex items-center gap-2">
        <h3 id={titleId} className="min-w-0 flex-1 font-semibold">
          {translate(t, kindTitles[kind])}
        </h3>
        {positions.length > 1 && (
          <button
            type="button"
            className={buttonClass({ kind: 'quiet', size: 'small' })}
            onClick={() => onToggle(positions, !isAll)}
          >
            {isAll ? t('Take none') : t('Take all')}
          </button>
        )}
      </div>
      <ul className="grid divide-y divide-line rounded-control border border-line">
        {positions.map((at) => {
          const proposed = items[at]
          return proposed === undefined ? null : (
            <li key={at}>
              <ItemRow proposed={proposed} isTaken={taken.has(at)} onToggle={(isOn) => onToggle([at], isOn)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ItemRowProps {
  proposed: ProposedItem
  isTaken: boolean
  onToggle: (isOn: boolean) => void
}

function ItemRow({ proposed, isTaken, onToggle }: ItemRowProps) {
  const { t } = useTranslation()
  const { item, before, change, place, conflicts } = proposed
  const name = nameOf(item) || translate(t, kindTitles[item.kind])
  return (
    <label className="flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-hover">
      <input type="checkbox" aria-label={name} checked={isTaken} onChange={(event) => onToggle(event.target.checked)} />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-baseline gap-2">
          <b dir="auto" className="wrap-anywhere">
            {name}
          </b>
          <Badge>{change === 'added' ? t('New') : t('Changed')}</Badge>
          <span className="text-meta text-muted">{t('Line {line, number}', { line: place.line })}</span>
        </span>
        <Said item={item} />
        {before !== null && (
          <span className="grid min-w-0 gap-1 border-s-2 border-line ps-3">
            <span className="text-meta text-muted">{t('Now in the area')}</span>
            <Said item={before} />
          </span>
        )}
        {conflicts.map(({ message, pattern, values }) => (
          <span key={message} className="text-danger text-meta">
            {translateText(message, pattern, values)}
          </span>
        ))}
      </span>
    </label>
  )
}

function Said({ item }: { item: ProposedItem['item'] }) {
  const { code, lines } = linesOf(item)
  return (
    <>
      {code !== null && <code className="text-[13px] wrap-anywhere">{code}</code>}
      {lines.map((line) => (
        <span key={line} className="wrap-anywhere whitespace-pre-line" dir="auto">
          {line}
        </span>
      ))}
    </>
  )
}
