import type { AreaProblem } from '@parlance/contract'
import { Copy, Eye, Plus, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LeftItem, useLeft } from './left-item.tsx'
import type { EditorProps, Part, PartKind } from './rule-kind.ts'
import type { Entry, ListChanges, RuleList } from './use-rule-list.ts'

interface RuleListFrameProps<Item> {
  of: RuleList<Item>
  className?: string | undefined
  addLabel: string
  onAdd: () => void
  /** Why nothing can be added; null if something can. */
  fullText?: string | null
  nameOf: (item: Item, number: number) => string
  isQuiet?: boolean
  children: ReactElement[]
}

/** A list with a button that adds to it, and a way back after a removal. */
export function RuleListFrame<Item>(props: RuleListFrameProps<Item>) {
  const { t } = useTranslation()
  const { of, fullText = null, isQuiet = false, children } = props
  const { list, addButton, removed, changes } = of
  const undo = removed !== null && (
    <output className="flex items-center gap-1 py-1 text-meta">
      {t('Removed {name}.', { name: props.nameOf(removed.entry.item, removed.at + 1) })}
      <Button kind="quiet" size="small" onClick={changes.undoRemoval}>
        <Icon of={Undo2} small />
        {t('Undo')}
      </Button>
    </output>
  )
  return (
    <>
      <ul ref={list} tabIndex={-1} className={props.className}>
        {removed === null ? children : children.toSpliced(removed.at, 0, <li key="removed">{undo}</li>)}
      </ul>
      <div className="flex items-center gap-2">
        <Button
          ref={addButton}
          kind={isQuiet ? 'quiet' : 'plain'}
          size="small"
          disabled={fullText !== null}
          onClick={props.onAdd}
        >
          <Icon of={Plus} small />
          {props.addLabel}
        </Button>
        {fullText !== null && <span className="text-meta text-muted">{fullText}</span>}
      </div>
    </>
  )
}

interface RuleActionsProps {
  /** Completes "Remove {name}". */
  name: string
  onPreview: (() => void) | null
  onDuplicate: (() => void) | null
  onRemove: () => void
}

/** What can be done with a rule or a part of one. */
export function RuleActions({ name, onPreview, onDuplicate, onRemove }: RuleActionsProps) {
  const { t } = useTranslation()
  const actions = [
    { label: t('Preview {name} as…', { name }), icon: Eye, act: onPreview },
    { label: t('Duplicate {name}', { name }), icon: Copy, act: onDuplicate },
    { label: t('Remove {name}', { name }), icon: Trash2, act: onRemove },
  ]
  return (
    <span className="ms-auto flex flex-none items-center">
      {actions.map(
        ({ label, icon, act }) =>
          act !== null && (
            <Button key={label} kind="quiet" size="small" square aria-label={label} title={label} onClick={act}>
              <Icon of={icon} small />
            </Button>
          ),
      )}
    </span>
  )
}

interface RuleStateProps {
  stored: unknown
  isEdited: boolean
  name: string
  onRestore: () => void
}

/** Whether a rule differs from its saved version, and the way back. */
export function RuleState({ stored, isEdited, name, onRestore }: RuleStateProps) {
  const { t } = useTranslation()
  if (stored === null) return <Badge tone="info">{t('New')}</Badge>
  if (stored === undefined || !isEdited) return null
  const label = t('Undo changes to {name}', { name })
  return (
    <span className="flex items-center gap-0.5">
      <Badge tone="info">{t('Edited')}</Badge>
      <Button kind="quiet" size="small" square aria-label={label} title={label} onClick={onRestore}>
        <Icon of={RotateCcw} small />
      </Button>
    </span>
  )
}

/** How many problems a rule has; nothing without any. */
export function ProblemCount({ problems }: { problems: readonly AreaProblem[] }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  return (
    <Badge tone={hasErrors ? 'danger' : 'warning'}>
      {t('{n, plural, one {# problem} other {# problems}}', { n: problems.length })}
    </Badge>
  )
}

interface RulePartProps<Item extends Part> extends Pick<EditorProps<never>, 'tables' | 'columnsOf' | 'onPreview'> {
  kind: PartKind<Item>
  entry: Entry<Item>
  number: number
  isRepeated: boolean
  canDuplicate: boolean
  problems: readonly AreaProblem[]
  changes: ListChanges<Item>
}

/** A condition or a mask in its list. */
function RulePartView<Item extends Part>(props: RulePartProps<Item>) {
  const { kind, entry, number, changes, canDuplicate, onPreview, ...fields } = props
  const { t } = useTranslation()
  const { id, item, stored } = entry
  const { isLeft, leave } = useLeft(kind.gapOf(item) === null)
  const name = translate(t, kind.nameOf(item, number))
  const isEdited = JSON.stringify(item) !== JSON.stringify(stored)
  return (
    <LeftItem className={kind.styles.part} label={translate(t, kind.labelOf(item, number))} onLeave={leave}>
      <kind.Fields
        key={entry.revision}
        {...fields}
        item={item}
        number={number}
        gap={isLeft ? kind.gapOf(item) : null}
        onChange={(next) => changes.change(id, () => next)}
        actions={
          <RuleActions
            name={name}
            onPreview={onPreview === null ? null : () => onPreview(item.table)}
            onDuplicate={canDuplicate ? () => changes.duplicate(id) : null}
            onRemove={() => changes.remove(id)}
          />
        }
      />
      {stored !== null && (
        <RuleState stored={stored} isEdited={isEdited} name={name} onRestore={() => changes.restore(id)} />
      )}
    </LeftItem>
  )
}

/** Of hundreds of parts, only changed ones render again. */
export const RulePart = memo(RulePartView) as typeof RulePartView
