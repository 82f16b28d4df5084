import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/copy-text.ts'
import { formatTimestamp } from '../../../lib/timestamp.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'

/** A link for one person. */
export interface PersonalLink {
  email: string
  link: string
  expires_at: string
}

interface LinkDialogProps {
  title: string
  /** Null for a closed dialog. */
  links: PersonalLink[] | null
  onClose: () => void
}

/** Shows links once, so that an administrator can pass them on. */
export function LinkDialog({ title, links, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open={links !== null} onClose={onClose} title={title} width={640}>
      {links !== null && (
        <>
          <p className="text-muted mb-4">
            {links.length === 1
              ? t('Copy the link now and give it only to this person. It works once and is not shown again.')
              : t('Copy the links now, and give each only to its person. Each works once and is not shown again.')}
          </p>
          <ul className="grid gap-3">
            {links.map((link) => (
              <LinkRow key={link.email} {...link} />
            ))}
          </ul>
          <ModalFoot>
            {links.length > 1 && <CopyAll links={links} />}
            <Button kind="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </ModalFoot>
        </>
      )}
    </Modal>
  )
}

/** Copies a line for each person: the email address, a tab, and the link. */
function CopyAll({ links }: { links: PersonalLink[] }) {
  const { t } = useTranslation()
  const { state, copy } = useCopying()
  return (
    <>
      <output className="text-meta mr-auto self-center text-muted">
        {state === 'failed' && t('Could not copy. Copy the links one by one.')}
      </output>
      <Button onClick={() => void copy(links.map(({ email, link }) => `${email}\t${link}`).join('\n'))}>
        {state === 'copied' ? t('Copied') : t('Copy all links')}
      </Button>
    </>
  )
}

function useCopying() {
  const [state, setState] = useState<'copied' | 'failed' | null>(null)
  const copy = (text: string) =>
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return { state, copy }
}

function LinkRow({ email, link, expires_at: expires }: PersonalLink) {
  const { t } = useTranslation()
  const { state, copy } = useCopying()
  return (
    <li className="grid gap-1">
      <span className="truncate font-medium">
        <bdi dir="ltr">{email}</bdi>
      </span>
      <span className="flex gap-2">
        <Input
          className="font-mono"
          readOnly
          aria-label={t('Link for {email}', { email })}
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy(link)}>{state === 'copied' ? t('Copied') : t('Copy')}</Button>
      </span>
      <output className="text-meta text-muted">
        {state === 'failed'
          ? t('Could not copy. Select the link and copy it.')
          : t('Expires: {date}', { date: formatTimestamp(expires) ?? expires })}
      </output>
    </li>
  )
}
