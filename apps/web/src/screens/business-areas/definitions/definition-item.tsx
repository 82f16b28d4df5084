import { type AreaProblem } from '@parlance/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LeftItem, useLeft } from '../security/left-item.tsx'
import { ProblemCount, RuleActions, RuleState } from '../security/rule-list.tsx'
import type { Entry, ListChanges } from '../security/use-rule-list.ts'
import { gapsOf, type Gaps, type ListKind } from './list-kind.ts'
import { foldHeadClass, foldItemClass, foldToggleClass } from '../security/fold-classes.ts'

interface DefinitionItemProps<Item> {
  kind: ListKind<Item>
  entry: Entry<Item>
  problems: readonly AreaProblem[]
  /** How often answers used it in the last 30 days; null if it is not known. */
  uses: number | null
  isOpenAtFirst: boolean
  /** Saving was refused, so what is missing is marked. */
  isChecked: boolean
  changes: Pick<ListChanges<Item>, 'change' | 'duplicate' | 'restore'>
  onRemove: (entry: Entry<Item>) => void
  /** Returns whether the name may change, so that references follow it. */
  onRenamed: (from: string, to: string) => boolean
  onPreview: ((item: Item) => void) | null
  onToggle: (name: string | null) => void
}

const noGaps: Gaps = new Map()

/** One definition: a line with its name and what it says, and its fields when it is open. */
function DefinitionItemView<Item>(props: DefinitionItemProps<Item>) {
  const { t } = useTranslation()
  const { kind, entry, problems, isChecked, changes, onRemove, onPreview } = props
  const { id, item, stored } = entry
  const [isOpen, setOpen] = useState(props.isOpenAtFirst || entry.isAdded)
  const [wasChosen, setWasChosen] = useState(props.isOpenAtFirst)
  if (wasChosen !== props.isOpenAtFirst) {
    setWasChosen(props.isOpenAtFirst)
    // The address may name it after it came into the form.
    if (props.isOpenAtFirst) setOpen(true)
  }
  const gaps = gapsOf(kind.schema, item)
  const { isLeft, leave: seeGaps } = useLeft(gaps.size === 0)
  const settleName = useSettledName(kind.nameOf(item), props.onRenamed)
  const leave = () => {
    seeGaps()
    settleName()
  }
  const isBlank = kind.nameOf(item).trim() === ''
  const badge = kind.badgeOf?.(item) ?? null
  const name = isBlank ? t('Unnamed definition') : kind.nameOf(item)
  const isMarked = (isLeft || isChecked) && gaps.size > 0
  // What saving refused must be seen.
  const isShown = isOpen || (isChecked && gaps.size > 0)
  const state = (
    <RuleState
      stored={stored}
      isEdited={JSON.stringify(item) !== JSON.stringify(stored)}
      name={name}
      onRestore={() => changes.restore(id)}
    />
  )
  const actions = (
    <RuleActions
      name={name}
      onPreview={onPreview === null ? null : () => onPreview(item)}
      onDuplicate={() => changes.duplicate(id)}
      onRemove={() => onRemove(entry)}
    />
  )
  const fields = (
    <kind.Fields
      key={entry.revision}
      item={item}
      gaps={isMarked ? gaps : noGaps}
      problems={problems}
      actions={actions}
      onChange={(next) => changes.change(id, () => next)}
    />
  )
  if (kind.isLine) {
    return (
      <LeftItem className="border-t border-line py-2.5 last:border-b" label={name} onLeave={leave}>
        {fields}
        {state}
      </LeftItem>
    )
  }
  const toggle = () => {
    setOpen(!isShown)
    props.onToggle(isShown || isBlank ? null : name)
  }
  return (
    <LeftItem className={foldItemClass} label={name} onLeave={leave}>
      <div className={foldHeadClass}>
        <button type="button" className={foldToggleClass} aria-expanded={isShown} onClick={toggle}>
          <Icon of={isShown ? ChevronDown : ChevronRight} small />
          <bdi className={cn('max-w-[70%] flex-none truncate max-md:max-w-[60%]', isBlank && 'text-faint')}>
            {name}
          </bdi>{' '}
          {!isShown && (
            <span className="min-w-0 truncate font-mono text-[12px] font-normal text-faint">
              {kind.summaryOf(item)}
            </span>
          )}
        </button>
        {badge !== null && <Badge>{translate(t, badge)}</Badge>}
        {kind.isDeprecated(item) && <Badge tone="warning">{t('Deprecated')}</Badge>}
        {state}
        <ProblemCount problems={problems} />
        {isMarked && !isShown && <Badge tone="danger">{t('Incomplete')}</Badge>}
        {props.uses !== null && props.uses > 0 && (
          <span className="text-meta text-faint tabular-nums" title={t('In the last 30 days')}>
            {t('{n, plural, one {Used once} other {Used # times}}', { n: props.uses })}
          </span>
        )}
        {actions}
      </div>
      {isShown && <div className="border-t border-line px-3 py-4">{fields}</div>}
    </LeftItem>
  )
}

/** Reports a new name when the user leaves the definition, and not while the name is typed. */
function useSettledName(name: string, onRenamed: DefinitionItemProps<unknown>['onRenamed']): () => void {
  const settled = useRef(name)
  return () => {
    const from = settled.current
    if (name === from || name.trim() === '') return
    if (from.trim() === '' || onRenamed(from, name)) settled.current = name
  }
}

/** Of hundreds of definitions, only changed ones render again. */
export const DefinitionItem = memo(DefinitionItemView) as typeof DefinitionItemView
