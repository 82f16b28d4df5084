/** Opens the alert with the sales address when someone clicks Contact Sales. */
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
