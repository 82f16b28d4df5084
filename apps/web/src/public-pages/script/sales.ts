/** Contact Sales shows the address in an alert; without a script its link opens the mail program. */
export function startSalesDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-sales-dialog]')
  if (!dialog) return
  for (const link of document.querySelectorAll('[data-contact-sales]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      dialog.showModal()
    })
  }
}
