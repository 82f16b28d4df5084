import { portableKey, type DefinitionProposal, type PortableItem } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { definitionProposalsQuery, rejectProposals } from '../../../api/definition-proposals.ts'
import { describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { kindTitles, nameOf } from '../definition-files/item-texts.ts'
import { proposalsByKind } from './by-kind.ts'
import { ProposalText } from './proposal-text.tsx'
import { withParts } from './with-parts.ts'
import { LiveRegion } from '../../../ui/live-region.tsx'

interface DefinitionProposalsDialogProps {
  areaId: string
  onClose: () => void
  /** Gets the definitions that the user accepts. */
  onTake: (items: PortableItem[]) => void
  /** Shows a definition in the form after it was accepted. */
  onEdit: (item: PortableItem) => void
}

/** Definitions that the area might want, each to accept, edit, or reject. */
export function DefinitionProposalsDialog(props: DefinitionProposalsDialogProps) {
  const { t } = useTranslation()
  const proposals = useQuery(definitionProposalsQuery(props.areaId))
  return (
    <Modal open onClose={props.onClose} title={t('Proposed definitions')} width={760}>
      <LiveRegion>
        {proposals.isFetching && (
          <p className="flex items-center gap-2">
            <Spinner />
            {t('Reading names and values...')}
          </p>
        )}
        {proposals.isError && !proposals.isFetching && (
          <Note tone="danger">
            <p>{describeError(proposals.error, t('Could not propose definitions.'))}</p>
            <Button size="small" onClick={() => void proposals.refetch()}>
              {t('Retry')}
            </Button>
          </Note>
        )}
        {proposals.data?.notes.map((note) => (
          <Note key={note.text} tone="warning">
            {translate(t, note)}
          </Note>
        ))}
      </LiveRegion>
      {proposals.data !== undefined && !proposals.isFetching && (
        <Proposals {...props} all={proposals.data.proposals} databaseName={proposals.data.database.name} />
      )}
    </Modal>
  )
}

interface ProposalsProps extends DefinitionProposalsDialogProps {
  all: readonly DefinitionProposal[]
  databaseName: string
}

function Proposals({ areaId, all, databaseName, onClose, onTake, onEdit }: ProposalsProps) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const [taken, setTaken] = useState<ReadonlySet<DefinitionProposal>>(new Set())
  const [rejected, setRejected] = useState<ReadonlySet<DefinitionProposal>>(new Set())
  const shown = all.filter((one) => !rejected.has(one))
  const open = shown.filter((one) => !taken.has(one))
  const take = (some: readonly DefinitionProposal[]) => {
    const added = some.filter((one) => !taken.has(one))
    onTake(added.map(({ item }) => item))
    setTaken(new Set([...taken, ...added]))
  }
  const reject = async (proposal: DefinitionProposal) => {
    setRejected(new Set([...rejected, proposal]))
    try {
      await rejectProposals(areaId, [portableKey(proposal.item)])
    } catch (error) {
      setRejected((now) => new Set([...now].filter((one) => one !== proposal)))
      show(describeError(error, t('Could not reject the proposal.')), 'danger')
    }
  }
  if (all.length === 0)
    return (
      <>
        <p className="mb-4">{t('There is nothing to propose. The area already defines what its tables suggest.')}</p>
        <ModalFoot>
          <Button onClick={onClose}>{t('Close')}</Button>
        </ModalFoot>
      </>
    )
  return (
    <>
      <p className="text-muted mb-2">
        {t('Derived from the tables of {database}. Nothing is saved until you save the area.', {
          database: databaseName,
        })}
      </p>
      {proposalsByKind(shown).map(([kind, some]) => (
        <section key={kind} className="mb-4" aria-label={translate(t, kindTitles[kind])}>
          <h3 className="text-meta font-medium text-faint">{translate(t, kindTitles[kind])}</h3>
          <ul className="mt-1 grid">
            {some.map((proposal) => (
              <li
                key={portableKey(proposal.item)}
                className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-2.5"
              >
                <ProposalText proposal={proposal} />
                {taken.has(proposal) ? (
                  <Badge tone="success">
                    <Icon of={Check} />
                    {t('Added to the form')}
                  </Badge>
                ) : (
                  <Actions
                    name={nameOf(proposal.item)}
                    onAccept={() => take(withParts(proposal, all))}
                    onEdit={() => {
                      take(withParts(proposal, all))
                      onEdit(proposal.item)
                    }}
                    onReject={() => void reject(proposal)}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ModalFoot>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button kind="primary" disabled={open.length === 0} onClick={() => take(open)}>
          {t('{n, plural, =0 {Accept all} other {Accept all #}}', { n: open.length })}
        </Button>
      </ModalFoot>
    </>
  )
}

interface ActionsProps {
  name: string
  onAccept: () => void
  onEdit: () => void
  onReject: () => void
}

function Actions({ name, onAccept, onEdit, onReject }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <span className="flex gap-1.5">
      <Button size="small" aria-label={t('Accept {name}', { name })} onClick={onAccept}>
        {t('Accept')}
      </Button>
      <Button size="small" kind="quiet" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button size="small" kind="quiet" aria-label={t('Reject {name}', { name })} onClick={onReject}>
        {t('Reject')}
      </Button>
    </span>
  )
}
