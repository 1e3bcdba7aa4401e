"""Every request and response of a page, as the browser's own protocol tells them."""
