import type { DefinitionProposal } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { linesOf, nameOf } from '../definition-files/item-texts.ts'

/** What a proposed definition is, says, and is derived from. */
export function ProposalText({ proposal: { item, reason } }: { proposal: DefinitionProposal }) {
  const { t } = useTranslation()
  const { code, lines } = linesOf(item)
  return (
    <span className="grid min-w-0 flex-[1_1_260px] gap-0.5">
      <b dir="auto" className="wrap-anywhere">
        {nameOf(item)}
      </b>
      {code !== null && (
        <code className="text-[13px] wrap-anywhere" dir="ltr">
          {code}
        </code>
      )}
      {lines.map((line) => (
        <span key={line} className="text-meta" dir="auto">
          {line}
        </span>
      ))}
      <span className="text-meta text-muted">{translate(t, reason)}</span>
    </span>
  )
}
