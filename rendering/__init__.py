"""One page, faithfully and repeatably: settle, screenshot, DOM, boxes, network exchanges."""
