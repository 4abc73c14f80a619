"""Makes the site of the guides and the API reference; `script/docs --site` runs it."""
