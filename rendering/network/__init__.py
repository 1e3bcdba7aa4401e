"""Network access of the browser: allowed addresses, the gateway that checks them, network errors."""
